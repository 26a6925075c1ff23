/*
 * Stands in for the packages `@peculiar/…` in the bundle (wrangler.toml, alias): the library of passkeys reads certificates of
 * authenticators with them, and a statement that has one is refused before (prove-registration.ts).
 */

import { Defect } from '#kernel/defect.ts'

/** Throws when an instance is made. */
class Absent {
  constructor() {
    throw new Defect('certificates of authenticators are not read')
  }
}

const ABSENT = ''
const NO_PARSER = { parse: () => new Absent() }

export {
  ABSENT as id_ce_basicConstraints,
  ABSENT as id_ecdsaWithSHA256,
  ABSENT as id_ecdsaWithSHA384,
  ABSENT as id_ecdsaWithSHA512,
  ABSENT as id_ecPublicKey,
  ABSENT as id_ml_dsa_44,
  ABSENT as id_ml_dsa_65,
  ABSENT as id_ml_dsa_87,
  ABSENT as id_rsaEncryption,
  ABSENT as id_secp256r1,
  ABSENT as id_secp384r1,
  ABSENT as id_sha1WithRSAEncryption,
  ABSENT as id_sha256WithRSAEncryption,
  ABSENT as id_sha384WithRSAEncryption,
  ABSENT as id_sha512WithRSAEncryption,
  Absent as AuthorityKeyIdentifierExtension,
  Absent as BasicConstraints,
  Absent as Certificate,
  Absent as CRLDistributionPointsExtension,
  Absent as ECParameters,
  Absent as OctetString,
  Absent as RSAPublicKey,
  Absent as SubjectKeyIdentifierExtension,
  Absent as X509Certificate,
  Absent as X509ChainBuilder,
  Absent as X509Crl,
  NO_PARSER as AsnParser,
}
