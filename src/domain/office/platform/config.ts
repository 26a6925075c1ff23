import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { platformSettings } from '#db/schema/core/settings.ts'
import type { Ctx } from '#domain/core/context.ts'
import { TERMS_SETTING, TermsView, termsOf } from '#domain/core/terms.ts'
import { operators, operatorsOf } from '#kernel/mobile-money.ts'
import { CURRENCIES } from '#kernel/money.ts'
import { COUNTRIES, type CountryCode } from '#kernel/phone.ts'

export const ConfigView = z.object({
  currencies: z.array(z.object({ currency: z.string(), decimals: z.int() })),
  countries: z.array(
    z.object({
      countryCode: z.string(),
      dialling: z.string(),
      currencies: z.array(z.string()),
      networks: z.array(z.string()),
      providers: z.array(z.enum(operators)),
    }),
  ),
  limits: z.object({
    maxPageLimit: z.int(),
    maxImagesPerProduct: z.int(),
    maxImageBytes: z.int(),
    maxVariantsPerProduct: z.int(),
  }),
  terms: TermsView.nullable().meta({ description: 'Ce que chacun accepte. Sans conditions : « null ».' }),
  vapidPublicKey: z.string().nullable().meta({
    description:
      'applicationServerKey pour PushManager.subscribe. Sans elle, les navigateurs ne reçoivent pas de notifications.',
  }),
})

/** The facts that front ends need before a person signs in. */
export const showConfig = async ({ db, providers }: Ctx): Promise<z.output<typeof ConfigView>> => ({
  currencies: Object.entries(CURRENCIES).map(([currency, { decimals }]) => ({ currency, decimals })),
  countries: Object.entries(COUNTRIES).map(([countryCode, { dialling, currencies, networks }]) => ({
    countryCode,
    dialling,
    currencies: [...currencies],
    networks: [...networks],
    providers: operatorsOf(countryCode as CountryCode),
  })),
  limits: { maxPageLimit: 100, maxImagesPerProduct: 10, maxImageBytes: 5 * 1024 * 1024, maxVariantsPerProduct: 50 },
  terms: termsOf((await db.select().from(platformSettings).where(eq(platformSettings.name, TERMS_SETTING)))[0]?.value),
  vapidPublicKey: providers.pushes.WEB_PUSH?.publicKey ?? null,
})
