import { useEffect, useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { DESK, useMay } from '../role.ts'
import { phone } from '../show.ts'

const known = new Map<string, Promise<string>>()

/** Reads a name once, even if it is shown often. A failed reading is not remembered. */
function nameFor(key: string, read: () => Promise<string>): Promise<string> {
  const name = known.get(key) ?? read()
  known.set(key, name)
  name.catch(() => known.delete(key))
  return name
}

/** A name that is read when it is shown; another word stands there until then, or if the reading fails. */
function useName(key: string, read: () => Promise<string>, otherwise: string): string {
  const [name, setName] = useState(otherwise)
  useEffect(() => {
    let isStale = false
    nameFor(key, read).then(
      (found) => isStale || setName(found),
      () => {},
    )
    return () => {
      isStale = true
    }
  }, [key])
  return name
}

type PersonProps = { id: string; hasPhone?: boolean }

/** A person's name by their id, for people who may look people up; others see « un collègue ». */
export function PersonName(props: PersonProps) {
  const may = useMay()
  return may(DESK) ? <KnownPerson {...props} /> : <>un collègue</>
}

function KnownPerson({ id, hasPhone = false }: PersonProps) {
  const read = async () => {
    const { name, phone: number } = await ask(() => client.users[':id'].$get({ param: { id } }))
    return hasPhone && number ? `${name}, ${phone(number)}` : name
  }
  return <a href={`#/personnes/${id}`}>{useName(`${id} ${hasPhone}`, read, 'cette personne')}</a>
}

/** A seller's name by the id of their profile. */
export function SellerName({ id }: { id: string }) {
  const read = () => ask(() => client.staffSellers[':id'].$get({ param: { id } })).then((file) => file.businessName)
  return <a href={`#/portefeuilles/${id}`}>{useName(id, read, 'ce vendeur')}</a>
}
