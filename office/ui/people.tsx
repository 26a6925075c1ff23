import { useEffect, useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { DESK, useMay } from '../role.ts'
import { phone } from '../show.ts'

const known = new Map<string, Promise<string>>()

/** Reads a name once, however often it is shown. What cannot be read is not kept. */
function nameFor(key: string, read: () => Promise<string>): Promise<string> {
  const name = known.get(key) ?? read()
  known.set(key, name)
  name.catch(() => known.delete(key))
  return name
}

/** A name that is read when it is shown; until then, and where it cannot be, another word. */
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

/** Somebody by their id, for those who may look people up; others read nothing. */
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

/** A seller by the id of their profile. */
export function SellerName({ id }: { id: string }) {
  const read = () => ask(() => client.staffSellers[':id'].$get({ param: { id } })).then((file) => file.businessName)
  return <a href={`#/portefeuilles/${id}`}>{useName(id, read, 'ce vendeur')}</a>
}
