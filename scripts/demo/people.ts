import { type Client, createClient, unwrap } from '#src/client.ts'
import { DEMO_PASSWORD } from '../seed/people.ts'
import type { DemoService } from './connect.ts'
import { did } from './narrator.ts'

export type Stage = { api: string; service: DemoService }
export type Person = { name: string; email: string; phone: string; client: Client }

const digits = (count: number) => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')

/**
 * A phone number that nobody had before. Its last three digits decide what the sandbox does: 789 pays by itself, 049
 * has no money, 456 waits until somebody approves.
 */
export const freshPhone = (ending: '789' | '049' | '456', start = '24399') => start + digits(9 - start.length) + ending

const connect = (stage: Stage) => createClient({ baseUrl: stage.api, clientType: 'mobile' })

/** Makes a new account, proves its address with the mailed code, and signs it in. */
export async function newcomer(stage: Stage, name: string, role: 'BUYER' | 'SELLER' | 'RIDER'): Promise<Person> {
  const client = connect(stage)
  const email = `${name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}.${digits(8)}@exemple.test`
  const json = { name, email, password: DEMO_PASSWORD, role }
  const code = await stage.service.codeAfter(email, () => unwrap(client.accounts['create-account'].$post({ json })))
  await unwrap(client.accounts['verify-email'].$post({ json: { email, code } }))
  await client.signIn(email, DEMO_PASSWORD)
  did(`${name} crée son compte ; le code ${code}, reçu par e-mail, prouve son adresse`)
  return { name, email, client, phone: freshPhone('789') }
}

/** Proves the person's number with the code of the SMS. */
export async function provePhone({ service }: Stage, { name, client, phone }: Person): Promise<void> {
  const code = await service.codeAfter(phone, () => unwrap(client.phone.request.$post({ json: { phone } })))
  await unwrap(client.phone.verify.$post({ json: { code } }))
  did(`${name} vérifie son numéro +${phone} par le SMS ${code}`)
}

/** Signs in with one of the demo accounts. */
export async function signInAs(stage: Stage, email: string): Promise<Client> {
  const client = connect(stage)
  await client.signIn(email, DEMO_PASSWORD)
  return client
}
