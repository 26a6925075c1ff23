import * as z from 'zod'
import * as f from '#kernel/fields.ts'

const describe = (description: string) => ({ description })

const Heartbeat = z.object({
  job: z.string().meta(describe("Le travail, ou l'expression de l'horloge qui en lance plusieurs.")),
  lastSuccessAt: f.isoTime.nullable(),
  lastDurationMs: z.int().nullable(),
  left: z
    .int()
    .meta(describe("Ce qui était dû et pas encore fait à la fin du dernier passage, pour autant qu'il l'ait vu.")),
  failing: z
    .boolean()
    .meta(describe("Échoue depuis son dernier succès ; d'une expression : un passage s'est arrêté en route.")),
})

const Quarter = z.object({
  at: f.isoTime.meta(describe("Début du quart d'heure.")),
  ticks: z.int().meta(describe("Passages complets de l'horloge de chaque minute : quinze quand tout va bien.")),
  worstMs: z.int().nullable().meta(describe('Le plus long de ces passages.')),
  failures: z.int().meta(describe('Travaux qui ont échoué.')),
  failed: z.array(z.string()).meta(describe('Leurs noms.')),
  mostLeft: z.int(),
})

/** The health of the service, for its operators (docs/operating.md). */
export const HealthView = z
  .object({
    notReady: z.array(z.string()).meta(describe('Pourquoi GET /ready répond 503 ; vide quand le service est prêt.')),
    ticks: z.array(Heartbeat),
    outbox: z.object({
      pendingCodes: z.int(),
      oldestCodeAt: f.isoTime.nullable(),
      pending: z.int().meta(describe('Messages à envoyer, codes compris.')),
      failed: z.int().meta(describe('Messages des dernières 24 heures qui ne partiront pas.')),
    }),
    movements: z.object({
      open: z.int().meta(describe('Mouvements sans verdict.')),
      oldestUnaskedAt: f.isoTime
        .nullable()
        .meta(describe("Depuis quand attend celui dont l'envoi ou la question est dû depuis le plus longtemps.")),
    }),
    laws: z.array(z.object({ name: z.string(), ok: z.boolean(), checkedAt: f.isoTime })),
    database: z.object({ bytes: z.int(), limitBytes: z.int() }),
    backups: z.object({ lastAt: f.isoTime.nullable(), rows: z.int().nullable() }),
    history: z
      .object({
        quarters: z.array(Quarter),
        alerts: z.array(z.object({ at: f.isoTime, text: z.string(), sentAt: f.isoTime.nullable() })),
      })
      .meta(
        describe(
          "Les dernières 24 heures, par quarts d'heure, et ce qui a été écrit au webhook, le plus récent d'abord.",
        ),
      ),
  })
  .meta({ id: 'Health' })
