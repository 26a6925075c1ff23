import type { Category, Subcategory } from '@soko/client'
import { ask, client } from '../api.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Tag } from '../ui/card.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { Load, useLoad } from '../ui/load.tsx'

/** The order of products: categories, and the subcategories of each. */
export function CategoriesPage() {
  const loaded = useLoad(() => ask(() => client.categories.index.$get({ query: { includeInactive: 'true' } })), [])
  return (
    <>
      <h1>Catégories</h1>
      <div class="tools">
        <Act
          label="Nouvelle catégorie"
          title="Nouvelle catégorie"
          tone="yes"
          fields={[NAME(), EXPIRY()]}
          submit="Créer"
          run={({ name = '', requiresExpiry }) =>
            ask(() => client.categories.index.$post({ json: { name, requiresExpiry: requiresExpiry === 'yes' } }))
          }
          done="Catégorie créée."
          onDone={loaded.reload}
        />
      </div>
      <Load of={loaded}>
        {({ categories }) => (
          <Cards empty="Aucune catégorie.">
            {categories.map((category) => (
              <CategoryCard key={category.id} category={category} reload={loaded.reload} />
            ))}
          </Cards>
        )}
      </Load>
    </>
  )
}

function CategoryCard({ category, reload }: { category: Category; reload: () => void }) {
  const { id, name, isActive, requiresExpiry, subcategories } = category
  const param = { id }
  const of = client.categories[':id']
  return (
    <Card
      of={id}
      title={name}
      tag={
        <>
          {!isActive && <Tag tone="bad">cachée</Tag>}
          {requiresExpiry && <Tag>date de péremption</Tag>}
        </>
      }
      buttons={
        <>
          <Act
            label="Modifier"
            title={`Modifier ${name}`}
            fields={[NAME(name), EXPIRY(requiresExpiry), SHOWN(isActive)]}
            submit="Enregistrer"
            run={(values) =>
              ask(() =>
                of.$put({ param, json: { ...shownOf(values), requiresExpiry: values.requiresExpiry === 'yes' } }),
              )
            }
            done="Catégorie modifiée."
            onDone={reload}
          />
          <Act
            label="Ajouter une sous-catégorie"
            title={`Nouvelle sous-catégorie de ${name}`}
            fields={[NAME()]}
            submit="Ajouter"
            run={({ name = '' }) =>
              ask(() =>
                client.categories[':categoryId'].subcategories.$post({ param: { categoryId: id }, json: { name } }),
              )
            }
            done="Sous-catégorie ajoutée."
            onDone={reload}
          />
          {subcategories.length === 0 && (
            <Act
              label="Supprimer"
              title={`Supprimer ${name} ?`}
              tone="no"
              run={() => ask(() => of.$delete({ param }))}
              done="Catégorie supprimée."
              onDone={reload}
            />
          )}
        </>
      }
    >
      <ul class="lines">
        {subcategories.map((each) => (
          <SubcategoryLine key={each.id} subcategory={each} reload={reload} />
        ))}
      </ul>
    </Card>
  )
}

function SubcategoryLine({ subcategory, reload }: { subcategory: Subcategory; reload: () => void }) {
  const { id, name, isActive } = subcategory
  const param = { id }
  const of = client.categories.subcategories[':id']
  return (
    <li>
      <span>
        {name} {!isActive && <Tag tone="bad">cachée</Tag>}
      </span>
      <span class="buttons">
        <Act
          label="Modifier"
          title={`Modifier ${name}`}
          fields={[NAME(name), SHOWN(isActive)]}
          submit="Enregistrer"
          run={(values) => ask(() => of.$put({ param, json: shownOf(values) }))}
          done="Sous-catégorie modifiée."
          onDone={reload}
        />
        <Act
          label="Supprimer"
          title={`Supprimer ${name} ?`}
          tone="no"
          run={() => ask(() => of.$delete({ param }))}
          done="Sous-catégorie supprimée."
          onDone={reload}
        />
      </span>
    </li>
  )
}

const NAME = (value = ''): FieldSpec => ({ name: 'name', label: 'Nom', value, maxLength: 80 })
const EXPIRY = (isOn = false): FieldSpec => ({
  name: 'requiresExpiry',
  label: 'Les produits ont une date de péremption',
  kind: 'check',
  value: isOn ? 'yes' : '',
})
const SHOWN = (isOn: boolean): FieldSpec => ({
  name: 'isActive',
  label: 'Montrée dans le marché',
  kind: 'check',
  value: isOn ? 'yes' : '',
})
const shownOf = ({ name = '', isActive }: Values) => ({ name, isActive: isActive === 'yes' })
