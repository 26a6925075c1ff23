import { AddRiderDocument, addRiderDocument } from '#domain/orders/riders/add-document.ts'
import { ApplyAsRider, applyAsRider } from '#domain/orders/riders/apply.ts'
import { EditMyRider, editMyRider } from '#domain/orders/riders/edit-mine.ts'
import { Earnings, ListEarnings, listEarnings } from '#domain/orders/riders/list-earnings.ts'
import { SetAvailability, setAvailability } from '#domain/orders/riders/set-availability.ts'
import { SetLocation, setLocation } from '#domain/orders/riders/set-location.ts'
import { showMyRider } from '#domain/orders/riders/show-rider.ts'
import { RiderView } from '#domain/orders/riders/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

/** One paper of 8 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 8 * 1024 * 1024 + 64 * 1024

const mine = { roles: ['RIDER'], ok: RiderView } as const

export const riders = newRouter()
  .post(
    '/apply',
    op({
      id: 'applyAsRider',
      summary: 'Devenir livreur',
      doc: `Dépose une candidature de livreur : un acheteur (ou un compte RIDER) au numéro vérifié est RIDER aussitôt,
        mais ne prend de courses qu'une fois approuvé par l'équipe. « zones » sont des zones de livraison ; sans zone, on
        lui propose ce qui est proche. Refusé, on peut recandidater. Un vendeur ou un membre de l'équipe n'y a pas
        droit.`,
      reasons: ['PHONE_NOT_VERIFIED', 'ALREADY_EXISTS', 'CONFLICT'],
      roles: 'signedIn',
      json: ApplyAsRider,
      status: 201,
      ok: RiderView,
    }),
    async (c) => c.json(ok(await applyAsRider(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/me',
    op({
      ...mine,
      id: 'showMyRider',
      summary: 'Mon profil de livreur',
      doc: `Le profil du livreur connecté : candidature (PENDING, ACTIVE, SUSPENDED, REJECTED), disponibilité, courses
        en cours. 403 tant qu'il n'a pas déposé de candidature.`,
      reasons: ['FORBIDDEN'],
    }),
    async (c) => c.json(ok(await showMyRider(ctx(c)))),
  )
  .put(
    '/me',
    op({
      ...mine,
      id: 'editMyRider',
      summary: 'Modifier mon profil de livreur',
      doc: `Change le véhicule, la plaque ou les zones du livreur connecté : seuls les champs envoyés changent. Une
        liste de zones vide lui propose ce qui est proche.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: EditMyRider,
    }),
    async (c) => c.json(ok(await editMyRider(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/availability',
    op({
      ...mine,
      id: 'setAvailability',
      summary: 'Changer ma disponibilité',
      doc: `Le livreur commence (ONLINE) ou finit (OFFLINE) sa journée : les courses ne sont proposées qu'à ceux qui
        sont ONLINE. Avec trois courses il apparaît BUSY, sans perdre ce choix. Réservé aux livreurs approuvés et non
        suspendus.`,
      reasons: ['FORBIDDEN', 'RIDER_NOT_ACTIVE'],
      json: SetAvailability,
    }),
    async (c) => c.json(ok(await setAvailability(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/location',
    op({
      ...mine,
      id: 'setLocation',
      summary: 'Envoyer ma position',
      doc: `Envoie la position du livreur : elle sert à lui proposer ce qui est proche, et le vendeur et l'acheteur
        d'une course en cours la voient dans le suivi. À rappeler pendant le trajet.`,
      reasons: ['FORBIDDEN'],
      json: SetLocation,
    }),
    async (c) => c.json(ok(await setLocation(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/documents',
    op({
      ...mine,
      id: 'addRiderDocument',
      summary: 'Envoyer un document',
      doc: `Envoie une pièce (JPEG, PNG ou PDF, reconnue à son contenu, 8 Mo au plus) à la place de celle du même kind,
        et répond le profil. Elle est approuvée ou refusée avec la candidature ; envoyée après, elle attend (PENDING).`,
      reasons: ['TOO_MANY_REQUESTS', 'FORBIDDEN', 'CONFLICT'],
      form: AddRiderDocument,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
    }),
    async (c) => c.json(ok(await addRiderDocument(ctx(c), c.req.valid('form'))), 201),
  )
  .get(
    '/me/earnings',
    op({
      id: 'listEarnings',
      summary: 'Mes gains',
      doc: `Ce que le livreur connecté a gagné, par devise et par jour (UTC+2), le plus récent d'abord : sa part est
        acquise quand la commande est conclue, ou le retour reçu. « totals » couvre toute la période, « from » et « to »
        compris.`,
      reasons: ['FORBIDDEN'],
      roles: ['RIDER'],
      query: ListEarnings,
      ok: Earnings,
    }),
    async (c) => c.json(ok(await listEarnings(ctx(c), c.req.valid('query')))),
  )
