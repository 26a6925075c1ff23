/*
 * Stands in for `@peculiar/x509`, `@peculiar/asn1-android` and `@peculiar/asn1-rsa` in the bundle (wrangler.toml, alias): the library of
 * passkeys reads certificates of authenticators with them, and a statement that has one is refused before (prove-registration.ts).
 */

import { Defect } from '#kernel/defect.ts'

/** Throws when an instance is made. */
class Absent {
  constructor() {
    throw new Defect('certificates of authenticators are not read')
  }
}

const ABSENT = ''

export {
  ABSENT as id_ce_keyDescription,
  ABSENT as id_rsaEncryption,
  ABSENT as id_sha1WithRSAEncryption,
  ABSENT as id_sha256WithRSAEncryption,
  ABSENT as id_sha384WithRSAEncryption,
  ABSENT as id_sha512WithRSAEncryption,
  Absent as AuthorityKeyIdentifierExtension,
  Absent as CRLDistributionPointsExtension,
  Absent as KeyDescription,
  Absent as RSAPublicKey,
  Absent as SubjectKeyIdentifierExtension,
  Absent as X509Certificate,
  Absent as X509ChainBuilder,
  Absent as X509Crl,
}
