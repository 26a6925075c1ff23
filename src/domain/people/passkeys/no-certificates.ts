/*
 * Stands in for `@peculiar/x509` and `@peculiar/asn1-android` in the bundle (wrangler.toml, alias): the library of passkeys reads certificates of
 * authenticators with them, and a statement that has one is refused before (prove-registration.ts).
 */

import { Defect } from '#kernel/defect.ts'

/** Throws when an instance is made. */
class Absent {
  constructor() {
    throw new Defect('certificates of authenticators are not read')
  }
}

export const id_ce_keyDescription = ''
export {
  Absent as AuthorityKeyIdentifierExtension,
  Absent as CRLDistributionPointsExtension,
  Absent as KeyDescription,
  Absent as SubjectKeyIdentifierExtension,
  Absent as X509Certificate,
  Absent as X509ChainBuilder,
  Absent as X509Crl,
}
