import type { PostHead } from '@soko/client'
import { ask, client } from '../api.ts'
import { day, when } from '../show.ts'
import { postState, toneOf } from '../states.ts'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { choices, postLocale } from '../words.ts'

/** The posts of the blog in every state, the newest first. */
export function BlogPage() {
  const [page, setPage] = useKept('blog : page', 1)
  const [status, setStatus] = useKept<PostHead['status'] | ''>('blog : état', '')
  const loaded = useLoad(
    () => ask(() => client.staffBlog.admin.$get({ query: { page: String(page), ...(status && { status }) } })),
    [page, status],
  )
  return (
    <>
      <h1>Blog</h1>
      <div class="tools">
        <StateFilter
          all="Tous"
          options={choices(postState, ...postState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as PostHead['status'] | '')
          }}
        />
        <a class="button yes" href="#/blog/nouveau">
          Nouvel article
        </a>
      </div>
      <Load of={loaded}>
        {({ posts, pagination }) => (
          <>
            <Cards empty="Aucun article.">
              {posts.map((post) => (
                <Card
                  key={post.id}
                  title={<a href={`#/blog/${post.id}`}>{post.title}</a>}
                  tag={<Tag tone={toneOf(post.status)}>{postState(post.status)}</Tag>}
                >
                  {post.excerpt && <p>{post.excerpt}</p>}
                  <Facts
                    of={[
                      ['Langue', postLocale(post.locale)],
                      ['Paru', post.publishedAt && day(post.publishedAt)],
                      ['Modifié', when(post.updatedAt)],
                    ]}
                  />
                </Card>
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}
