export const DEMO_CATEGORIES = [
  { name: 'Alimentation', requiresExpiry: true, subcategories: ['Café et thé', 'Épicerie', 'Miel et douceurs'] },
  { name: 'Mode', requiresExpiry: false, subcategories: ['Vêtements', 'Chaussures', 'Tissus et pagnes'] },
  { name: 'Maison et artisanat', requiresExpiry: false, subcategories: ['Vannerie', 'Décoration'] },
  { name: 'Électronique', requiresExpiry: false, subcategories: ['Énergie solaire', 'Téléphonie', 'Audio'] },
  { name: 'Beauté et soins', requiresExpiry: false, subcategories: ['Savons', 'Soins du corps'] },
]
