import type { OrderFile } from '../queries.ts'

/** A job that is over though its rider had the parcel: nobody brings it. */
export const isLost = ({ delivery, reachedAt }: OrderFile): boolean =>
  delivery?.status === 'CANCELLED' && reachedAt.OUT_FOR_DELIVERY !== undefined
