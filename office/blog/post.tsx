import type { Post } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { when } from '../show.ts'
import { postState, toneOf } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Facts, Tag } from '../ui/card.tsx'
import { urlHere } from '../ui/files.tsx'
import { Form } from '../ui/form.tsx'
import { draftFor } from '../ui/kept.ts'
import { Load, useLoad } from '../ui/load.tsx'
import { say } from '../ui/said.tsx'
import { UploadButton } from '../ui/upload.tsx'
import { fieldsOf, postOf } from './fields.ts'

/** A post to write and to publish; a new post is a draft from its first saving. */
export const PostPage = ({ id }: { id: string }) => (
  <>
    <p>
      <a class="back" href="#/blog">
        Tous les articles
      </a>
    </p>
    {id === 'nouveau' ? <NewPost /> : <KnownPost id={id} />}
  </>
)

const NewPost = () => (
  <>
    <h1>Nouvel article</h1>
    <section class="panel">
      <Form
        fields={fieldsOf()}
        draft={draftFor('article nouveau')}
        submit="Garder comme brouillon"
        run={async (values) => {
          const { id } = await ask(() => client.staffBlog.index.$post({ json: postOf(values) }))
          location.hash = `#/blog/${id}`
        }}
        onDone={() => say('Brouillon gardé.')}
      />
    </section>
  </>
)

function KnownPost({ id }: { id: string }) {
  const loaded = useLoad(() => ask(() => client.staffBlog.admin[':id'].$get({ param: { id } })), [id])
  return <Load of={loaded}>{(post) => <Editor key={post.id} read={post} />}</Load>
}

/** Shows the answer of the last act. The version is the one that was read, and each of these acts adds one to it. */
function Editor({ read }: { read: Post }) {
  const [post, setPost] = useState(read)
  const [version, setVersion] = useState(read.version)
  const take = (fresh: Post) => {
    setPost(fresh)
    setVersion((before) => before + 1)
  }
  return (
    <>
      <div class="head">
        <h1>{post.title}</h1>
        <Tag tone={toneOf(post.status)}>{postState(post.status)}</Tag>
      </div>
      <Buttons post={post} onChanged={take} />
      <section class="panel">
        {post.coverUrl && <img class="cover" src={urlHere(post.coverUrl)} alt="Couverture de l'article" />}
        <Facts
          of={[
            ['Adresse', post.slug],
            ['Première parution', post.publishedAt && when(post.publishedAt)],
            ['Modifié', when(post.updatedAt)],
          ]}
        />
      </section>
      <section class="panel">
        {post.status === 'ARCHIVED' ? (
          <p class="text">{post.body}</p>
        ) : (
          <Form
            fields={fieldsOf(read)}
            draft={draftFor(`article ${post.id}`)}
            submit={post.status === 'PUBLISHED' ? 'Enregistrer : tous le liront' : 'Enregistrer'}
            run={async (values) => {
              const json = { ...postOf(values), version }
              take(await ask(() => client.staffBlog[':id'].$put({ param: { id: post.id }, json })))
            }}
            onDone={() => say('Article enregistré.')}
          />
        )}
      </section>
    </>
  )
}

function Buttons({ post, onChanged }: { post: Post; onChanged: (post: Post) => void }) {
  const param = { id: post.id }
  const of = client.staffBlog[':id']
  if (post.status === 'ARCHIVED')
    return <p class="soft">Un article archivé ne change plus ; son adresse reste prise.</p>
  const isDraft = post.status === 'DRAFT'
  return (
    <div class="buttons">
      <Act
        label={isDraft ? 'Publier' : 'Dépublier'}
        title={isDraft ? `Publier « ${post.title} » ?` : `Dépublier « ${post.title} » ?`}
        tone={isDraft ? 'yes' : undefined}
        run={async (_) =>
          onChanged(await ask(() => (isDraft ? of.publish.$post({ param }) : of.unpublish.$post({ param }))))
        }
        done={isDraft ? "L'article est publié." : "L'article est redevenu un brouillon."}
        onDone={() => {}}
      >
        <p>
          {isDraft ? 'Tout le monde le lira. Enregistrez d’abord ce que vous avez changé.' : 'Plus personne ne le lit.'}
        </p>
      </Act>
      <UploadButton
        label={post.coverUrl ? 'Changer la couverture' : 'Choisir une couverture'}
        accept="image/jpeg,image/png,image/webp"
        send={async (cover) => onChanged(await ask(() => of.cover.$post({ param, form: { cover } })))}
        done="La couverture est en place."
      />
      <Act
        label="Archiver"
        title={`Archiver « ${post.title} » pour de bon ?`}
        tone="no"
        run={() => ask(() => of.$delete({ param }))}
        done="L'article est archivé."
        onDone={() => onChanged({ ...post, status: 'ARCHIVED' })}
      >
        <p>Il quitte le blog et ne revient plus ; son adresse reste prise.</p>
      </Act>
    </div>
  )
}
