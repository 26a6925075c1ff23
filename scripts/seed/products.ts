import type { Shape } from './picture.ts'

export type DemoProduct = {
  name: string
  subcategory: string
  description: string
  brand?: string
  unit?: 'piece' | 'kg' | 'liter' | 'pack'
  weightGrams?: number
  /** Days until it expires, where the category asks for it. */
  keepsDays?: number
  picture: [shape: Shape, hue: number]
  variants: { name?: string; sku: string; price: string; stock: number; attributes?: Record<string, string> }[]
}

const sizes = (sku: string, price: string, stocks: Record<string, number>) =>
  Object.entries(stocks).map(([size, stock]) => ({
    name: `Taille ${size}`,
    sku: `${sku}-${size}`,
    price,
    stock,
    attributes: { taille: size },
  }))

export const BUKAVU_PRODUCTS: DemoProduct[] = [
  {
    name: 'Café arabica du Kivu',
    subcategory: 'Café et thé',
    description: 'Arabica lavé des hauteurs de Kabare, torréfié chaque semaine à Bukavu. Notes de cacao et d’agrumes.',
    brand: 'Maison Kivu',
    unit: 'pack',
    keepsDays: 300,
    picture: ['packet', 22],
    variants: [
      { name: 'Moulu 250 g', sku: 'CAF-M250', price: '4.50', stock: 60, attributes: { mouture: 'moulu' } },
      { name: 'Grains 250 g', sku: 'CAF-G250', price: '4.50', stock: 45, attributes: { mouture: 'grains' } },
      { name: 'Grains 1 kg', sku: 'CAF-G1000', price: '16.00', stock: 18, attributes: { mouture: 'grains' } },
    ],
  },
  {
    name: 'Thé noir de Mbayo',
    subcategory: 'Café et thé',
    description: 'Thé noir en feuilles, récolté à la main dans les plantations de Mbayo, au sud de Bukavu.',
    unit: 'pack',
    weightGrams: 200,
    keepsDays: 540,
    picture: ['packet', 140],
    variants: [{ sku: 'THE-200', price: '3.20', stock: 40 }],
  },
  {
    name: 'Miel de forêt d’Idjwi',
    subcategory: 'Miel et douceurs',
    description: 'Miel brut des ruchers de l’île d’Idjwi, filtré à froid, sans sucre ajouté.',
    keepsDays: 700,
    picture: ['bottle', 38],
    variants: [
      { name: '500 g', sku: 'MIE-500', price: '6.00', stock: 35 },
      { name: '1 kg', sku: 'MIE-1000', price: '11.00', stock: 20 },
    ],
  },
  {
    name: 'Huile de palme rouge',
    subcategory: 'Épicerie',
    description: 'Huile de palme artisanale de Kamituga, pressée à froid, pour le sombe et le pondu.',
    unit: 'liter',
    keepsDays: 365,
    picture: ['bottle', 8],
    variants: [{ sku: 'HUI-1L', price: '2.80', stock: 80 }],
  },
  {
    name: 'Farine de manioc tamisée',
    subcategory: 'Épicerie',
    description: 'Farine fine de manioc séché au soleil, moulue et tamisée à Walungu. Sac de cinq kilogrammes.',
    unit: 'pack',
    weightGrams: 5000,
    keepsDays: 240,
    picture: ['packet', 50],
    variants: [{ sku: 'MAN-5KG', price: '5.50', stock: 50 }],
  },
  {
    name: 'Haricots biofortifiés',
    subcategory: 'Épicerie',
    description: 'Haricots riches en fer, triés à la main, de la coopérative de Kalehe. Vendus au kilogramme.',
    unit: 'kg',
    weightGrams: 1000,
    keepsDays: 400,
    picture: ['round', 350],
    variants: [{ sku: 'HAR-1KG', price: '1.60', stock: 150 }],
  },
  {
    name: 'Savon noir au beurre de karité',
    subcategory: 'Savons',
    description: 'Savon fait main à Nyawera, à la cendre de plantain et au beurre de karité, pour peaux sensibles.',
    brand: 'Nyota',
    weightGrams: 150,
    picture: ['round', 200],
    variants: [{ sku: 'SAV-150', price: '1.90', stock: 120 }],
  },
  {
    name: 'Huile de coco et moringa',
    subcategory: 'Soins du corps',
    description: 'Huile légère pour le corps et les cheveux, pressée en petites quantités, sans parfum.',
    brand: 'Nyota',
    picture: ['bottle', 90],
    variants: [{ name: '100 ml', sku: 'COC-100', price: '3.80', stock: 48 }],
  },
  {
    name: 'Panier tressé de Bagira',
    subcategory: 'Vannerie',
    description: 'Panier de marché en fibres de papyrus, tressé par les femmes de Bagira. Anses renforcées.',
    picture: ['basket', 32],
    variants: [
      { name: 'Petit', sku: 'PAN-P', price: '7.00', stock: 15, attributes: { hauteur: '25 cm' } },
      { name: 'Grand', sku: 'PAN-G', price: '12.00', stock: 9, attributes: { hauteur: '40 cm' } },
    ],
  },
  {
    name: 'Pagne wax six yards',
    subcategory: 'Tissus et pagnes',
    description: 'Coupon de six yards de wax, coton serré, couleurs qui tiennent au lavage.',
    unit: 'piece',
    picture: ['cloth', 320],
    variants: [
      { name: 'Bordeaux', sku: 'WAX-BOR', price: '18.00', stock: 14, attributes: { couleur: 'bordeaux' } },
      { name: 'Bleu nuit', sku: 'WAX-BLE', price: '18.00', stock: 11, attributes: { couleur: 'bleu nuit' } },
    ],
  },
]

export const KIGALI_PRODUCTS: DemoProduct[] = [
  {
    name: 'Lampe solaire de lecture',
    subcategory: 'Énergie solaire',
    description: 'Lampe à panneau intégré : huit heures de lumière après une journée de soleil, prise USB de secours.',
    brand: 'Izuba',
    picture: ['lamp', 45],
    variants: [{ sku: 'LAM-8H', price: '9.50', stock: 40 }],
  },
  {
    name: 'Kit solaire pour la maison',
    subcategory: 'Énergie solaire',
    description:
      'Panneau de vingt watts, batterie, trois ampoules et deux ports USB. Pose en une heure, sans électricien.',
    brand: 'Izuba',
    weightGrams: 6500,
    picture: ['device', 210],
    variants: [{ sku: 'KIT-20W', price: '68.00', stock: 12 }],
  },
  {
    name: 'Batterie externe 20 000 mAh',
    subcategory: 'Téléphonie',
    description: 'Batterie de voyage à deux sorties rapides : quatre charges complètes d’un téléphone.',
    picture: ['device', 260],
    variants: [
      { name: 'Noire', sku: 'BAT-N', price: '19.00', stock: 25, attributes: { couleur: 'noir' } },
      { name: 'Blanche', sku: 'BAT-B', price: '19.00', stock: 22, attributes: { couleur: 'blanc' } },
    ],
  },
  {
    name: 'Radio FM à manivelle',
    subcategory: 'Audio',
    description: 'Radio de secours FM et ondes courtes, chargée par manivelle, soleil ou USB, avec lampe.',
    picture: ['device', 15],
    variants: [{ sku: 'RAD-FM', price: '14.50', stock: 30 }],
  },
  {
    name: 'Écouteurs sans fil',
    subcategory: 'Audio',
    description: 'Écouteurs légers avec micro, cinq heures d’écoute et boîtier de charge. Garantis six mois.',
    picture: ['round', 280],
    variants: [{ sku: 'ECO-BT', price: '16.00', stock: 33 }],
  },
  {
    name: 'Agaseke, panier de la paix',
    subcategory: 'Vannerie',
    description: 'Panier à couvercle en sisal et herbes douces, tissé à Nyamata. Une semaine de travail chacun.',
    picture: ['basket', 300],
    variants: [{ sku: 'AGA-01', price: '24.00', stock: 8 }],
  },
  {
    name: 'Tableau imigongo',
    subcategory: 'Décoration',
    description: 'Relief géométrique traditionnel de Kirehe, terre et pigments naturels, prêt à accrocher.',
    picture: ['cloth', 5],
    variants: [
      { name: '30 × 30 cm', sku: 'IMI-30', price: '22.00', stock: 10 },
      { name: '60 × 60 cm', sku: 'IMI-60', price: '55.00', stock: 4 },
    ],
  },
  {
    name: 'Chemise kitenge homme',
    subcategory: 'Vêtements',
    description: 'Chemise à manches courtes en kitenge de coton, coupée et cousue à Nyamirambo.',
    brand: 'Inzora',
    picture: ['shirt', 190],
    variants: sizes('CHE', '21.00', { M: 9, L: 12, XL: 6 }),
  },
  {
    name: 'Sandales en cuir',
    subcategory: 'Chaussures',
    description: 'Sandales en cuir de vache tanné au Rwanda, semelle en pneu recyclé, presque inusables.',
    brand: 'Inzora',
    picture: ['sandal', 28],
    variants: sizes('SAN', '17.50', { 39: 5, 41: 8, 43: 7 }),
  },
  {
    name: 'Thé vert du Rwanda',
    subcategory: 'Café et thé',
    description: 'Thé vert des hauteurs de Nyungwe, feuilles entières, récolte de la saison.',
    unit: 'pack',
    weightGrams: 100,
    keepsDays: 500,
    picture: ['packet', 100],
    variants: [{ sku: 'TVE-100', price: '4.20', stock: 55 }],
  },
]
