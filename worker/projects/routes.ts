import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, params } from '#worker/http/input.ts'
import {
  assertConfirmed,
  memberIdOf,
  organizationIdOf,
  requireMember,
  requireMemberWith,
} from '#worker/http/session.ts'
import { createProject, deleteProject, replaceProjectKey } from './change-projects.ts'
import { createProjectSchema, projectParamSchema } from './contract.ts'
import { listProjects } from './list.ts'

const mayChange = requireMemberWith({ active: true, permission: 'manageProjects' })
const ofProject = params(projectParamSchema, 'PROJECT_NOT_FOUND')

export const projectRoutes = new Hono<AppEnv>()
  .get('/', requireMember, async (c) => c.json(await listProjects(c.get('ctx'), organizationIdOf(c))))
  .post('/', mayChange, body(createProjectSchema), async (c) => {
    assertConfirmed(c.get('signedIn'))
    const input = { ...c.req.valid('json'), ...memberIdOf(c) }
    return c.json(await createProject(c.get('ctx'), input), 201)
  })
  .post('/:projectId/key', mayChange, ofProject, async (c) => {
    assertConfirmed(c.get('signedIn'))
    const input = { ...c.req.valid('param'), ...memberIdOf(c) }
    return c.json(await replaceProjectKey(c.get('ctx'), input), 201)
  })
  .delete('/:projectId', mayChange, ofProject, async (c) => {
    await deleteProject(c.get('ctx'), { ...c.req.valid('param'), ...memberIdOf(c) })
    return c.body(null, 204)
  })
