/** A file of a form: the part of a browser's File that the service uses. */
export type Upload = Pick<File, 'name' | 'size' | 'arrayBuffer'>

/** A file of a form whose bytes lie elsewhere until they are read. */
export class FormFile implements Upload {
  readonly name: string
  readonly size: number
  /** SHA-256 of the bytes, for a request that carries an idempotency key. */
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

  /** Makes `read` the source of the file's bytes from now on. */
  moveTo(read: () => Promise<ArrayBuffer>): void {
    this.#read = read
  }
}

export const isUpload = (value: unknown): value is Upload => value instanceof FormFile || value instanceof File
