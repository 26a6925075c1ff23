/** A file of a form, as far as it is asked: a browser's own File is one. */
export type Upload = Pick<File, 'name' | 'size' | 'arrayBuffer'>

/** A file that came in a form and lies elsewhere until its bytes are asked for. */
export class FormFile implements Upload {
  readonly name: string
  readonly size: number
  /** SHA-256 of its bytes, for a request that carries a key. */
  readonly digest: string | undefined
  #read: () => Promise<ArrayBuffer>

  constructor(name: string, size: number, digest: string | undefined, read: () => Promise<ArrayBuffer>) {
    this.name = name
    this.size = size
    this.digest = digest
    this.#read = read
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read()
  }

  /** From now on its bytes lie there. */
  moveTo(read: () => Promise<ArrayBuffer>): void {
    this.#read = read
  }
}

export const isUpload = (value: unknown): value is Upload => value instanceof FormFile || value instanceof File
