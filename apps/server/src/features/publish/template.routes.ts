import {
  createTemplate as createTemplateCall,
  editTemplate as editTemplateCall,
  getTemplate as getTemplateCall,
  listDealTemplates,
  listTemplateCategories,
  listTemplateDates,
  listTemplateTimes,
  publishTemplate as publishTemplateCall,
  removeTemplate as removeTemplateCall,
} from '@parvis/contract/templates.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { requireAbility } from '../session/session.service.ts'
import { createTemplate } from './create-template.service.ts'
import { editTemplate, removeTemplate } from './edit-template.service.ts'
import { publishTemplate } from './publish-template.service.ts'
import { presentDates, presentTimes } from './template-days.ts'
import { presentTemplate } from './template.presenter.ts'
import { findDealTemplates } from './template.queries.ts'
import { findTemplateCategories, getTemplate } from './template.service.ts'

export const templateRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock } = platform

  serve(app, listTemplateCategories, [], async ({ actor }) => findTemplateCategories(db, actor))

  serve(app, listDealTemplates, [], async ({ actor }) =>
    (actor.community.gooddeal ? await findDealTemplates(db, actor) : []).map(row => presentTemplate(actor, row)),
  )

  serve(app, listTemplateDates, [], async ({ actor }) => presentDates(clock.now(), actor.community.timezone))

  serve(app, listTemplateTimes, [], async () => presentTimes())

  serve(app, getTemplateCall, [], async ({ actor, params }) => getTemplate(db, actor, params.id))

  serve(app, createTemplateCall, [requireAbility('createTemplate')], async ({ actor, body, files }) =>
    createTemplate(platform, actor, body, files),
  )

  serve(app, editTemplateCall, [requireAbility('createTemplate')], async ({ actor, params, body, files }) =>
    editTemplate(platform, actor, params.id, body, files),
  )

  serve(app, removeTemplateCall, [requireAbility('createTemplate')], async ({ actor, params }) =>
    removeTemplate(platform, actor, params.id),
  )

  serve(app, publishTemplateCall, [requireAbility('publish')], async ({ actor, body }) =>
    publishTemplate(platform, actor, body),
  )
}
