import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params } from '#worker/http/input.ts'
import {
  assertConfirmed,
  organizationIdOf,
  requireActiveMember,
  requireMember,
  requireVerifiedEmail,
} from '#worker/http/session.ts'
import { assertPermission } from '#worker/membership/permissions.ts'
import { createProject, deleteProject, replaceProjectKey } from './change-projects.ts'
import { createProjectSchema, projectParamSchema } from './contract.ts'
import { listProjects } from './list.ts'

const mayChange = createMiddleware<AppEnv>(async (c, next) => {
  assertPermission(c.get('membership').role, 'manageProjects')
  await next()
})

export const projectRoutes = new Hono<AppEnv>()
  .get('/', requireMember, async (c) => c.json(await listProjects(c.get('ctx'), organizationIdOf(c))))
  .post('/', requireActiveMember, requireVerifiedEmail, mayChange, body(createProjectSchema), async (c) => {
    const signedIn = c.get('signedIn')
    assertConfirmed(signedIn)
    const input = { ...c.req.valid('json'), organizationId: organizationIdOf(c) }
    return c.json(await createProject(c.get('ctx'), input, signedIn.user.id), 201)
  })
  .post(
    '/:projectId/key',
    requireActiveMember,
    requireVerifiedEmail,
    mayChange,
    params(projectParamSchema, 'PROJECT_NOT_FOUND'),
    async (c) => {
      const signedIn = c.get('signedIn')
      assertConfirmed(signedIn)
      const id = {
        organizationId: organizationIdOf(c),
        projectId: c.req.valid('param').projectId,
      }
      return c.json(await replaceProjectKey(c.get('ctx'), id, signedIn.user.id), 201)
    },
  )
  .delete(
    '/:projectId',
    requireActiveMember,
    mayChange,
    params(projectParamSchema, 'PROJECT_NOT_FOUND'),
    async (c) => {
      const id = {
        organizationId: organizationIdOf(c),
        projectId: c.req.valid('param').projectId,
      }
      await deleteProject(c.get('ctx'), id, c.get('signedIn').user.id)
      return c.body(null, 204)
    },
  )
