/** Ends of addresses on the web that people here write without `https://`. */
const LINK =
  /https?:|www\.|[\p{L}\d-]\.(?:com|net|org|info|biz|shop|store|site|online|app|link|cd|rw|fr|be|io|ly|me|co)(?![\p{L}\d])|\S@\S/iu
/** Nine digits or more, whatever stands between them: no telephone number has fewer, and no price in francs so many. */
const NUMBER = /(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){9,}/u

/** Whether a text has a telephone number, an address on the web or one of mail. */
export const hasContact = (text: string): boolean => LINK.test(text) || NUMBER.test(text)
