import { notice } from '#domain/core/notices/notice.ts'

export const accountExists = notice(
  'account.exists',
  {
    fr: () => ({
      subject: 'Vous avez déjà un compte',
      body: "Quelqu'un a voulu créer un compte avec votre adresse. Vous en avez déjà un : connectez-vous, ou réinitialisez votre mot de passe.",
    }),
    en: () => ({
      subject: 'You already have an account',
      body: 'Somebody tried to create an account with your address. You already have one: sign in, or reset your password.',
    }),
  },
  { lane: 'CODE' },
)
