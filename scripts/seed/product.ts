import type { Shape } from './shapes.ts'

export type DemoProduct = {
  name: string
  subcategory: string
  description: string
  brand?: string
  unit?: 'piece' | 'kg' | 'liter' | 'pack'
  weightGrams?: number
  /** Days until the product expires, if its category asks for it. */
  keepsDays?: number
  picture: [shape: Shape, hue: number]
  variants: { name?: string; sku: string; price: string; stock: number; attributes?: Record<string, string> }[]
}
