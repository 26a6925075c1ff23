import * as z from 'zod'

/** What an answer that makes a mobile client's device known has beside the rest; a browser gets a cookie. */
export const deviceMark = { deviceToken: z.string().optional() }
