import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { openApiDocument } from './document.ts'

/** The files of assets/docs that are made of the routes: their texts by their names. */
export const documentFiles = (): Record<string, string> => ({
  'openapi.json': JSON.stringify(openApiDocument(routesOf(app))),
})
