/**
 * `node scripts/common-passwords.ts`: writes the packed set of the 10,000 commonest passwords of the allowed length
 * (`src/domain/people/passwords/common-passwords.ts`).
 * The passwords come from the list of zxcvbn-ts (MIT), most tried first, and from our own list below.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packSet } from '../src/domain/people/passwords/packed-set.ts'

const LIST = '@zxcvbn-ts/language-common@4.1.3'
const HOW_MANY = 10_000
const TARGET = 'src/domain/people/passwords/common-passwords.ts'

/** Passwords that people here try first, and that no worldwide list has. */
const HERE =
  `motdepasse motdepasse1 azertyuiop azerty123 azerty12 azertyui jetaime1 jetaimee bonjour1 bonjour123 bienvenue princesse
jesus123 jesusjesus jesuschrist kinshasa kinshasa1 kinshasa243 lubumbashi congo123 congo243 congo1234 rdcongo1 bukavu123 goma1234
kigali123 kigali250 rwanda123 rwanda250 monamour maman123 mamanmaman papa1234 doudou12 soleil12 loulou12 chouchou mpesa123 vodacom1
airtel123 orange123 dieuestgrand dieumerci mercijesus whatsapp1 facebook1 google123 messi123 ronaldo7 12341234 20202020 password12
admin1234 test1234 user1234 secret123 qwerty12 zxcvbnmm`.split(/\s+/)

const folder = mkdtempSync(join(tmpdir(), 'soko-passwords-'))
try {
  execFileSync('npm', ['pack', LIST, '--silent'], { cwd: folder })
  execFileSync('sh', ['-c', 'tar xzf ./*.tgz'], { cwd: folder })
  const known: string[] = JSON.parse(readFileSync(join(folder, 'package/src/passwords.json'), 'utf8'))
  const allowed = known.filter((password) => password.length >= 8).map((password) => password.toLowerCase())
  const packed = packSet([...new Set([...[...new Set(allowed)].slice(0, HOW_MANY), ...HERE])])
  const text = `/** Made by scripts/common-passwords.ts of ${LIST} (MIT): a packed set of the passwords that everybody tries first. */
export const COMMON_PASSWORDS =
  '${packed}'
`
  writeFileSync(TARGET, text)
  console.log(`${TARGET}: ${packed.length} bytes`)
} finally {
  rmSync(folder, { recursive: true })
}
