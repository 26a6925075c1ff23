/** Keys that `withStoredPictures` makes. Keys of private files and smaller sizes contain a slash; these do not. */
const PUBLIC_KEY = /^[a-z][a-z-]{0,30}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$/

export const isPublicKey = (key: string) => PUBLIC_KEY.test(key)

/** Widths in pixels for a list, a page and a full screen of a phone. */
const WIDTHS = ['160', '480', '1080'] as const
/** Width in pixels of the JPEG that messengers show beside a link, since not all of them read WebP; it is twice as high at most. */
export const PREVIEW_WIDTH = '600'
export const SIZES = [...WIDTHS, PREVIEW_WIDTH] as const
export type Width = (typeof SIZES)[number]

export const sizedKey = (key: string, width: Width) => `sized/${width}/${key}`

/** Keys of the smaller sizes of a public picture, made or not. */
export const sizesOf = (key: string) => (isPublicKey(key) ? SIZES.map((width) => sizedKey(key, width)) : [])

/** Bytes of one smaller size beside its pixels. */
const HEADER_BYTES = 1024

/** Most bytes that the smaller sizes of a picture take, even of noise: a byte for each pixel of a WebP, two of a JPEG. */
export const bytesOfSizes = (picture: { width: number; height: number }): number =>
  SIZES.reduce((sum, size) => {
    const { width, height } = sizeAt(picture, size)
    return sum + HEADER_BYTES + Math.ceil((size === PREVIEW_WIDTH ? 2 : 1) * width * height)
  }, 0)

/** The size in pixels of a picture at one of these widths, not rounded. */
export function sizeAt({ width, height }: { width: number; height: number }, size: Width) {
  const most = { width: Number(size), height: size === PREVIEW_WIDTH ? 2 * Number(size) : Number.POSITIVE_INFINITY }
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: scale * width, height: scale * height }
}
