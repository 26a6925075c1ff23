import { readShopAgain } from '#domain/shops/shops/read-again.ts'
import type { Operation } from '#http/operation.ts'

/** Reads a shop again by its id: no GET shows one as its acts answer it. */
export const again: NonNullable<Operation['again']> = (ctx, { id }) => readShopAgain(ctx, String(id))
