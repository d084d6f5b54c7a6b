import type { ConformanceCase } from '../case/conformance-case.js';
import { includes, type Profile } from '../case/profile.js';
import { batchCases } from './batch-cases.js';
import { httpCases } from './http-cases.js';
import { idCases } from './id-cases.js';
import { kitBodyCases } from './kit-body-cases.js';
import { kitHttpCases } from './kit-http-cases.js';
import { kitMediaTypeCases } from './kit-media-type-cases.js';
import { kitRequestCases } from './kit-request-cases.js';
import { kitResponseCases } from './kit-response-cases.js';
import { kitSocketCases } from './kit-socket-cases.js';
import { methodCases } from './method-cases.js';
import { notificationCases } from './notification-cases.js';
import { paramsCases } from './params-cases.js';
import { parseCases } from './parse-cases.js';
import { requestCases } from './request-cases.js';
import { responseCases } from './response-cases.js';
import { socketCases } from './socket-cases.js';

/** All cases of all profiles. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...paramsCases,
  ...idCases,
  ...methodCases,
  ...notificationCases,
  ...requestCases,
  ...parseCases,
  ...batchCases,
  ...responseCases,
  ...httpCases,
  ...socketCases,
  ...kitRequestCases,
  ...kitResponseCases,
  ...kitHttpCases,
  ...kitMediaTypeCases,
  ...kitBodyCases,
  ...kitSocketCases,
];

/** The cases of a profile, those of the profiles that it includes among them. */
export function casesOf(profile: Profile): readonly ConformanceCase[] {
  return conformanceCases.filter((one) => includes(profile, one.profile));
}
