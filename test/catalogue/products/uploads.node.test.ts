import { expect, it } from 'vitest'
import * as z from 'zod'
import { picturesOfForm, uploadedPictures } from '#domain/catalogue/products/uploads.ts'

// Rule: a form has up to ten pictures, as `images` or as `images[]`. A file field that a browser leaves empty is no picture.

const Form = z.object(picturesOfForm)
const file = (name: string, content = 'x') => new File(content ? [content] : [], name)
const namesOf = (form: z.input<typeof Form>) => uploadedPictures(Form.parse(form)).map(({ name }) => name)
const many = (n: number) => Array.from({ length: n }, (_, i) => file(`${i}.jpg`))

it('takes one file or several, under either name', () => {
  expect(namesOf({ images: file('a.jpg') })).toEqual(['a.jpg'])
  expect(namesOf({ images: [file('a.jpg'), file('b.jpg')], 'images[]': [file('c.jpg')] })).toEqual([
    ...['a.jpg', 'b.jpg', 'c.jpg'],
  ])
  expect(namesOf({ 'images[]': file('c.jpg') })).toEqual(['c.jpg'])
  expect(namesOf({})).toEqual([])
})

it('leaves out what is empty: text, a list with a hole, and a file without name and bytes', () => {
  expect(namesOf({ images: '' })).toEqual([])
  expect(namesOf({ images: [file('a.jpg'), '' as never, undefined as never] })).toEqual(['a.jpg'])
  expect(namesOf({ images: [file('', ''), file('a.jpg')] })).toEqual(['a.jpg'])
})

it('keeps what is a file all the same: one without a name, and one without bytes, which is refused as no picture', () => {
  expect(namesOf({ images: [file('', 'x'), file('vide.jpg', '')] })).toEqual(['', 'vide.jpg'])
})

it('takes ten over both names, and no more', () => {
  expect(namesOf({ images: many(6), 'images[]': many(4) })).toHaveLength(10)
  expect(() => namesOf({ images: many(6), 'images[]': many(5) })).toThrow(
    expect.objectContaining({ details: [{ field: 'images', message: '10 images au plus.' }] }),
  )
})
