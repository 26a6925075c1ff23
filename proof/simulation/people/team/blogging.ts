import { setPostCover } from '#domain/office/blog/cover.ts'
import { CreatePost, createPost } from '#domain/office/blog/create.ts'
import { deletePost } from '#domain/office/blog/delete.ts'
import { publishPost, unpublishPost } from '#domain/office/blog/publish.ts'
import { UpdatePost, updatePost } from '#domain/office/blog/update.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Command, type Commands, pickFrom } from '../plan.ts'

const someStaff = ({ random, people }: Simulation) => random.pick([people.support, ...people.admins])

/** Makes a command of staff on a post; now and then two do it at once. */
const onPost = (
  name: string,
  weight: number,
  does: (simulation: Simulation, id: string) => Parameters<typeof act>[3],
): Record<string, Command> => ({
  [name]: {
    weight,
    plan(simulation) {
      const post = pickFrom(
        simulation,
        simulation.store.rows<{ id: string }>('SELECT id FROM posts ORDER BY id DESC LIMIT 5'),
      )
      if (!post) return undefined
      const plan = () => act(name, someStaff(simulation), post.id, does(simulation, post.id))
      return simulation.random.chance(0.1) ? [...plan(), ...plan()] : plan()
    },
  },
})

const TITLES = ['Vendre mieux', 'Livrer à Goma', 'Vendre mieux']

/** Staff and the blog. */
export const blogging: Commands = {
  createPost: {
    weight: 0.6,
    plan(simulation) {
      const { random } = simulation
      const slug = random.chance(0.2) ? { slug: 'guide' } : {}
      const input = CreatePost.parse({ title: random.pick(TITLES), body: '# Bonjour', ...slug })
      return act('createPost', someStaff(simulation), input, (ctx) => createPost(ctx, input))
    },
  },
  ...onPost('updatePost', 0.6, ({ random }, id) => {
    const version = random.chance(0.5) ? { version: random.below(4) + 1 } : {}
    const input = UpdatePost.parse({
      ...random.pick([{ title: 'Mieux' }, { slug: 'guide' }, { locale: 'en' }]),
      ...version,
    })
    return (ctx) => updatePost(ctx, id, input)
  }),
  ...onPost('publishPost', 0.8, (_, id) => (ctx) => publishPost(ctx, id)),
  ...onPost('unpublishPost', 0.4, (_, id) => (ctx) => unpublishPost(ctx, id)),
  ...onPost('setPostCover', 0.4, (_, id) => (ctx) => setPostCover(ctx, id, { cover: picture() })),
  ...onPost('deletePost', 0.2, (_, id) => (ctx) => deletePost(ctx, id)),
}
