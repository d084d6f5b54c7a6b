import type { VNode } from 'preact';

/** A name that breaks between its parts, such as before a capital letter. */
export function Breakable({ text }: { readonly text: string }): VNode {
  const parts = text.split(/(?<=[_./-])(?=[^_./-])|(?<=[a-z])(?=[A-Z])/);
  return (
    <>{parts.flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}</>
  );
}
