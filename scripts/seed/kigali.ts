import type { DemoProduct } from './product.ts'

const sizes = (sku: string, price: string, stocks: Record<string, number>) =>
  Object.entries(stocks).map(([size, stock]) => ({
    name: `Taille ${size}`,
    sku: `${sku}-${size}`,
    price,
    stock,
    attributes: { taille: size },
  }))

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
