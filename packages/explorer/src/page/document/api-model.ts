import type { JsonObject } from './json.js';
import type { References } from './references.js';

/** An OpenRPC document as the page displays it. */
export interface ApiModel {
  readonly title: string;
  readonly version: string;
  readonly description: string | undefined;
  /** Whether the server is one of jsonrpc-kit, whose methods have types for the typed client. */
  readonly hasTypedClient: boolean;
  readonly methods: readonly MethodModel[];
  readonly groups: readonly MethodGroup[];
  /** Notes about parts of the document that the page doesn't display. */
  readonly notices: readonly string[];
}

/** The methods of a tag, or those of an entrypoint that have no tag. */
export interface MethodGroup {
  readonly title: string;
  /** The entrypoint, if the document has several. */
  readonly entrypoint: string | undefined;
  readonly description: string | undefined;
  readonly methods: readonly MethodModel[];
}

export type ParamStructure = 'by-name' | 'by-position' | 'either';

export interface MethodModel {
  /** Unique in the document; part of links. */
  readonly id: string;
  readonly name: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly entrypoint: Entrypoint;
  readonly deprecated: boolean;
  readonly paramStructure: ParamStructure;
  readonly params: readonly ContentModel[];
  /** The schema of the whole `params`, without the components it refers to. */
  readonly paramsSchema: JsonObject;
  readonly result: ContentModel | undefined;
  readonly errors: readonly ErrorModel[];
  readonly examples: readonly ExampleModel[];
  /** The URLs at which the method can be called. The first one is the default. */
  readonly urls: readonly string[];
  readonly inputs: readonly HttpInput[];
  readonly idempotency: Idempotency | undefined;
  /** The events, if the method subscribes to some. */
  readonly subscription: SubscriptionModel | undefined;
  /** The name of the tool that agents call, if the method is one. */
  readonly toolName: string | undefined;
  /** Whether the server stores a notification as a job before it responds. */
  readonly isDurable: boolean;
  /** Whether the server rejects notifications. */
  readonly rejectsNotifications: boolean;
  /** The limits of the server, such as `100 calls per 60 s`. */
  readonly limits: readonly string[];
  readonly documentation: { readonly url: string; readonly text: string } | undefined;
  /** The document that the method is from, for its references. */
  readonly references: References;
}

export interface Entrypoint {
  readonly name: string;
  readonly path: string;
}

/** What a method subscribes to. */
export interface SubscriptionModel {
  /** The names that the typed client uses. Several subscriptions of a namespace share the methods. */
  readonly names: readonly string[];
  /** The namespace of the methods, such as `eth`; undefined without one. */
  readonly namespace: string | undefined;
  /** The method that subscribes. */
  readonly subscribe: string;
  /** The method that unsubscribes. */
  readonly unsubscribe: string;
  /** The method of the notifications with events. */
  readonly notification: string;
  /** The parameter of the notifications with the id of the subscription. */
  readonly idParameter: string;
  /** An event; undefined if the document doesn't describe it. */
  readonly event: ContentModel | undefined;
}

/** A parameter or a result. */
export interface ContentModel {
  readonly name: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly schema: unknown;
}

export interface ErrorModel {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  /** When the error occurs. */
  readonly when: string | undefined;
  /** The schema of its data; undefined without data. */
  readonly data: unknown;
}

export interface ExampleModel {
  readonly name: string;
  readonly description: string | undefined;
  readonly params: unknown;
  readonly result: { readonly value: unknown } | undefined;
}

/** A header, cookie or credential that a call needs in addition to its params. */
export interface HttpInput {
  /** Identifies the value that the user enters, which methods share. */
  readonly key: string;
  readonly kind: 'header' | 'cookie' | 'basic' | 'bearer';
  /** The name of the header, the cookie or the security scheme. */
  readonly name: string;
  readonly required: boolean;
  readonly isCredential: boolean;
  readonly description: string | undefined;
  readonly schema: unknown;
  readonly examples: readonly string[];
}

/** How a call carries its idempotency key. */
export interface Idempotency {
  /** The member of the request object that contains the key. */
  readonly member: string;
  /** The header that may contain it instead. */
  readonly header: string;
  readonly required: boolean;
}
