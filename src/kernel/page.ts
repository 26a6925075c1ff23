/** One page of a list: `page` from 1, `limit` 1-100 (spec.md section 8). */
export type Page = { page: number; limit: number }

export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit

/** The pagination envelope of spec.md section 1. */
export const pagination = ({ page, limit }: Page, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
})
