import type { Area } from '#db/schema/orders/orders.ts'

type AreaTexts = { [part in keyof Area]: string | null | undefined }

/** The town of an address, its commune and its quarter, as far as it names them. */
export const areaOf = ({ country, city, commune, quartier }: AreaTexts): Area => ({
  ...(country && { country }),
  ...(city && { city }),
  ...(commune && { commune }),
  ...(quartier && { quartier }),
})
