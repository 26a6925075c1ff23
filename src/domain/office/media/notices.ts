import { because, notice } from '#domain/core/notices/notice.ts'

/** Tells the owner that the team removed a picture. */
export const pictureRemoved = notice<{ reason: string }>('picture.removed', {
  fr({ reason }, format) {
    const body = "L'équipe a retiré une de vos images. Vous pouvez en mettre une autre, ou écrire à l'assistance."
    return because({ subject: 'Image retirée', body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'The team has removed one of your pictures. You can set another one, or write to support.'
    return because({ subject: 'Picture removed', body }, reason, format)
  },
})
