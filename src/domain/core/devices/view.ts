import * as z from 'zod'

/** The token of an answer that makes a mobile client's device known; a browser gets a cookie. */
export const deviceMark = { deviceToken: z.string().optional() }
