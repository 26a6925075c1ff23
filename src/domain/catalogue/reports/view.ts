import * as z from 'zod'
import { REPORT_REASONS, REPORT_STATUSES, REPORT_TYPES, type reports } from '#db/schema/catalogue/reports.ts'
import * as f from '#kernel/fields.ts'
import { iso, isoOrNull } from '#kernel/time.ts'

export type ReportRow = typeof reports.$inferSelect

/** A report as its reporter sees it (docs/states.md, Reports). */
export const ReportView = z
  .object({
    id: f.id,
    type: z.enum(REPORT_TYPES),
    targetId: f.id,
    reasonCode: z.enum(REPORT_REASONS).meta({ id: 'ReportReason' }),
    comment: z.string().nullable(),
    status: z.enum(REPORT_STATUSES).meta({ id: 'ReportStatus' }),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Report' })
export type ReportView = z.output<typeof ReportView>

/** A report as staff see it: with its reporter and its end. */
export const StaffReportView = ReportView.extend({
  reporterId: f.id,
  note: z.string().nullable(),
  resolvedAt: f.isoTime.nullable(),
}).meta({ id: 'StaffReport' })
export type StaffReportView = z.output<typeof StaffReportView>

export const viewReport = (report: ReportRow): ReportView => ({
  id: report.id,
  type: report.type,
  targetId: report.targetId,
  reasonCode: report.reasonCode,
  comment: report.comment,
  status: report.status,
  createdAt: iso(report.createdAt),
})

export const viewStaffReport = (report: ReportRow): StaffReportView => ({
  ...viewReport(report),
  reporterId: report.reporterId,
  note: report.note,
  resolvedAt: isoOrNull(report.resolvedAt),
})
