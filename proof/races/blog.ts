import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const POST = { title: 'Vendre mieux', body: '# Conseils' }

async function draft(service: RunningService) {
  const staff = await memberOfStaff(service)
  const { id, version } = await mustCall(service, staff, 'POST', '/blog', POST)
  return { staff, id: id as string, version: version as number }
}
async function published(service: RunningService) {
  const post = await draft(service)
  await mustCall(service, post.staff, 'POST', `/blog/${post.id}/publish`)
  return post
}
let slugs = 0

export const blogRaces = [
  race({
    name: 'post: one of a slug',
    operations: ['POST /blog'],
    prepare: async (service) => ({ staff: await memberOfStaff(service), slug: `guide-${Date.now()}-${slugs++}` }),
    send: (service, { staff, slug }) => call(service, staff, 'POST', '/blog', { ...POST, slug }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'post: one edit of a version',
    operations: ['PUT /blog/:id'],
    prepare: draft,
    send: (service, { staff, id, version }, i) =>
      call(service, staff, 'PUT', `/blog/${id}`, { title: `Titre ${i}`, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'post: published or thrown away',
    operations: ['POST /blog/:id/publish', 'DELETE /blog/:id'],
    prepare: draft,
    send: (service, { staff, id }, i) =>
      i % 2 === 0 ? call(service, staff, 'POST', `/blog/${id}/publish`) : call(service, staff, 'DELETE', `/blog/${id}`),
    succeed: { least: 1, most: 2 },
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'posts that are archived',
        `SELECT count(*) AS n FROM posts WHERE id = ? AND status = 'ARCHIVED'`,
        id,
      ),
  }),
  race({
    name: 'post: taken back once',
    operations: ['POST /blog/:id/unpublish'],
    prepare: published,
    send: (service, { staff, id }) => call(service, staff, 'POST', `/blog/${id}/unpublish`),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]

export const blogNotRaced = {
  'POST /blog/:id/cover': 'the last picture holds; test/office/blog/cover.test.ts sends many at once',
}
