import { notice } from '../notices/notice.ts'

/** `title` and `description` are the service's own words, in French: staff's language. */
export const incidentOpened = notice<{ title: string; description: string }>(
  'incident.opened',
  {
    fr: ({ title, description }) => ({
      subject: `Incident : ${title}`,
      body: `Un incident attend une décision : ${title}. ${description}`,
    }),
    en: ({ title, description }) => ({
      subject: `Incident: ${title}`,
      body: `An incident waits for a decision: ${title}. ${description}`,
    }),
  },
  { lane: 'ALARM' },
)
