// Steps of the tests of KYC.
import { type Answer, call, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { ok, sizeHeaders } from '#testing/stories/catalogue.ts'

export const ID_NUMBER = 'NN4471902837'
export const FIELDS = {
  legalName: 'Aline Mapendo',
  birthDate: '1991-04-12',
  idType: 'VOTER_CARD',
  idNumber: ID_NUMBER,
  idExpiresAt: '2099-01-01',
}

export const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const paper = (kind: string, file: Uint8Array = jpeg(), type = 'image/jpeg') => {
  const form = new FormData()
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>], { type }), 'papier.jpg')
  form.append('kind', kind)
  return form
}
export const send = (seller: Person, kind: string, file?: Uint8Array, type?: string): Promise<Answer> =>
  call(seller, 'POST', '/seller/kyc/documents', paper(kind, file, type), sizeHeaders(file))

/** The KYC as its seller reads it. */
export const kyc = async (seller: Person) => ok(await call(seller, 'GET', '/seller/kyc'))

/** A draft that could be submitted. */
export async function draftKyc(seller: Person) {
  ok(await call(seller, 'PUT', '/seller/kyc', FIELDS))
  for (const kind of ['ID_FRONT', 'SELFIE']) ok(await send(seller, kind))
  return kyc(seller)
}

/** A KYC that waits for staff. */
export async function newSubmittedKyc() {
  const [seller, staff] = [await newSeller(), await signUp('SUPPORT')]
  const { id } = await draftKyc(seller)
  ok(await call(seller, 'POST', '/seller/kyc/submit'))
  return { seller, staff, id: id as string }
}
