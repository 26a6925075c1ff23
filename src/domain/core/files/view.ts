import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import type { Ctx } from '../context.ts'
import { documentAddress, type Paper } from './documents.ts'

/** The view of every private file for a person who may look at it. */
export const PaperView = z.object({
  id: f.id,
  url: z.string().meta({ description: 'Adresse signée de dix minutes.' }),
  contentType: z.string(),
  size: z.int(),
})

/** A private file that goes with a text: a picture of a message, evidence of an incident. */
export const AttachmentView = PaperView.meta({ id: 'Attachment' })

/** A paper that staff review before they trust somebody; each kind of review adds its kinds of paper. */
export const ReviewedPaperView = PaperView.extend({
  url: z.string().nullable().meta({ description: 'Adresse signée de dix minutes ; « null » dans une liste.' }),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
})

type PaperFile = Pick<Paper, 'id' | 'contentType' | 'size'>

/** Gives the person who asks ten minutes to look at a private file. */
export const viewPaper = async (
  ctx: Ctx,
  { id, contentType, size }: PaperFile,
): Promise<z.output<typeof PaperView>> => ({
  id,
  url: await documentAddress(ctx, id),
  contentType,
  size,
})

type Reviewed = z.output<typeof ReviewedPaperView>

/** Shows a reviewed paper. @param withAddress false in a list, because nobody looks at each paper of everybody */
export const viewReviewedPaper = async <Kind extends Paper['kind']>(
  ctx: Ctx,
  { id, contentType, size, kind }: Paper,
  status: Reviewed['status'],
  withAddress: boolean,
): Promise<Reviewed & { kind: Kind }> => ({
  ...(withAddress ? await viewPaper(ctx, { id, contentType, size }) : { id, url: null, contentType, size }),
  // Papers of this owner have kinds of this owner only.
  kind: kind as Kind,
  status,
})
