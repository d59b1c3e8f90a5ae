const columns = ['admin', 'manager', 'member', 'stranger', 'nobody', 'suspended'] as const
export type Who = (typeof columns)[number]

/**
 * The status of each route for each caller. `stranger` is in another organization, `nobody` is signed out, `suspended` is
 * the admin of a suspended organization. Calls with an API token are tested elsewhere.
 */
const table = `
                                                           admin manager member stranger nobody suspended
GET    /api/health                                         200   200     200    200      200    200
GET    /api/settings                                       200   200     200    200      200    200
GET    /api/tinproof/countries                             200   200     200    200      200    200
GET    /api/tinproof/registers                             200   200     200    200      200    200
GET    /api/user                                           200   200     200    200      401    200
GET    /api/user/organizations                             200   200     200    200      401    200
POST   /api/user/organizations                             201   201     201    201      401    201
GET    /api/user/sessions                                  200   200     200    200      401    200
DELETE /api/user/sessions                                  403   403     403    403      401    403
DELETE /api/user/sessions/:id                              403   403     403    403      401    403
PATCH  /api/user                                           200   200     200    200      401    200
POST   /api/user/change-password                           422   422     422    422      401    422
GET    /api/user/security                                  200   200     200    200      401    200
GET    /api/user/confirmation                              403   403     403    403      401    403
POST   /api/user/confirm-password                          422   422     422    422      401    422
POST   /api/user/confirm-code                              403   403     403    403      401    403
GET    /api/oauth/consent                                  422   422     422    422      401    422
POST   /api/oauth/consent                                  422   422     422    404      401    403
GET    /api/user/email-change                              200   200     200    200      401    200
POST   /api/user/email-change                              403   403     403    403      401    403
DELETE /api/user/email-change                              204   204     204    204      401    204
POST   /api/email-change/check                             422   422     422    422      422    422
POST   /api/email-change/confirm                           422   422     422    422      422    422
GET    /api/user/preferences                               200   200     200    200      401    200
PATCH  /api/user/preferences                               200   200     200    200      401    200
GET    /api/user/deletion                                  200   200     200    200      401    200
DELETE /api/user                                           403   403     403    403      401    403
POST   /api/user/two-factor/setup                          403   403     403    403      401    403
POST   /api/user/two-factor/enable                         403   403     403    403      401    403
POST   /api/user/two-factor/recovery-codes                 409   409     409    409      401    409
DELETE /api/user/two-factor                                409   409     409    409      401    409
GET    /api/organization                                   200   200     200    404      401    200
PATCH  /api/organization                                   200   403     403    404      401    403
GET    /api/organization/members                           200   200     200    404      401    200
PATCH  /api/organization/user-role                         200   403     403    404      401    403
DELETE /api/organization/remove-member                     204   403     403    404      401    403
GET    /api/organization/export                            200   403     403    404      401    200
PUT    /api/organization/two-factor                        403   403     403    404      401    403
DELETE /api/organization                                   403   403     403    404      401    403
POST   /api/organization/restore                           200   403     403    404      401    200
POST   /api/organization/leave                             409   204     204    404      401    409
POST   /api/organization/invite                            201   201     403    404      401    403
GET    /api/organization/invitations                       200   200     403    404      401    200
POST   /api/organization/invitations/:invitationId/resend  200   200     403    404      401    403
DELETE /api/organization/invitations/:invitationId         204   204     403    404      401    403
POST   /api/invitations/find                              404   404     404    404      404    404
POST   /api/invitations/accept                             404   404     404    404      401    404
GET    /api/subscription                                   200   200     200    404      401    200
GET    /api/subscription/change-preview                    422   403     403    404      401    403
POST   /api/subscription/change                            409   403     403    404      401    403
POST   /api/subscription/cancel                            409   403     403    404      401    409
POST   /api/subscription/undo-cancel                       409   403     403    404      401    403
POST   /api/subscription/resume                            409   403     403    404      401    403
POST   /api/subscription/portal                            409   403     403    404      401    409
GET    /api/subscription/invoices/:transactionId           404   403     403    404      401    404
PUT    /api/organization/billing-details                   200   403     403    404      401    403
GET    /api/projects                                       200   200     200    404      401    200
POST   /api/projects                                       201   201     403    404      401    403
POST   /api/projects/:projectId/key                        201   201     403    404      401    403
DELETE /api/projects/:projectId                            204   204     403    404      401    403
GET    /api/webhooks                                       200   200     403    404      401    200
POST   /api/webhooks                                       201   201     403    404      401    403
PATCH  /api/webhooks/:endpointId                           200   200     403    404      401    403
DELETE /api/webhooks/:endpointId                           204   204     403    404      401    403
GET    /api/webhooks/:endpointId/secret                    200   200     403    404      401    200
POST   /api/webhooks/:endpointId/secret                    201   201     403    404      401    403
POST   /api/webhooks/:endpointId/test                      204   204     403    404      401    403
GET    /api/webhooks/:endpointId/deliveries                200   200     403    404      401    200
POST   /api/webhooks/:endpointId/deliveries/:deliveryId/replay 204 204   403    404      401    403
GET    /api/tokens                                         200   200     200    404      401    200
POST   /api/tokens                                         201   201     201    404      401    403
GET    /api/tokens/usage                                   200   200     200    404      401    200
GET    /api/tokens/client-ip                               200   200     200    404      401    200
PATCH  /api/tokens/:tokenId                                403   403     403    404      401    403
DELETE /api/tokens/:tokenId                                200   200     403    404      401    200
DELETE /api/tokens/:tokenId/schedule                       200   200     403    404      401    403
POST   /api/tokens/:tokenId/rotate                         200   200     403    404      401    403
DELETE /api/tokens/:tokenId/old-secret                     200   200     403    404      401    200
GET    /api/organization/onboarding                        200   200     200    404      401    200
PATCH  /api/organization/onboarding                        204   204     204    404      401    204
POST   /api/records                                        422   422     422    404      401    403
POST   /api/records/open                                   404   404     404    404      404    404
PUT    /api/records/:recordId/link                         200   200     200    404      401    403
DELETE /api/records/:recordId/link                         204   204     204    404      401    204
GET    /.well-known/jwks.json                              200   200     200    200      200    200
GET    /api/activity                                       200   200     200    404      401    200
GET    /api/activity/days                                  200   200     200    404      401    200
GET    /api/activity/hours                                 200   200     200    404      401    200
GET    /api/activity/usage                                 200   200     200    404      401    200
GET    /api/activity/:requestId                            200   200     200    404      401    200
GET    /api/activity/export                                200   200     200    404      401    200
POST   /api/paddle/client-params                           200   200     200    404      401    403
POST   /api/paddle/webhook                                 401   401     401    401      401    401
POST   /api/organization/upgrade                           200   200     200    404      401    403
POST   /api/subscription/verify                            404   404     404    404      401    403
POST   /api/tinproof/validate                              200   200     200    404      401    403
GET    /api/batches/:batchId/changes                       404   404     404    404      401    404
GET    /api/tinproof/batches                               200   200     200    404      401    200
POST   /api/tinproof/batches                               202   202     202    404      401    403
POST   /api/tinproof/batches/csv                          202   202     202    404      401    403
POST   /api/tinproof/batches/ndjson                       202   202     202    404      401    403
POST   /api/tinproof/batches/estimate                      200   200     200    404      401    200
GET    /api/tinproof/batches/:batchId                      200   200     200    404      401    200
GET    /api/tinproof/batches/:batchId/results              200   200     200    404      401    200
GET    /api/tinproof/batches/:batchId/results/csv         200   200     200    404      401    200
GET    /api/tinproof/batches/:batchId/results/ndjson      200   200     200    404      401    200
POST   /api/tinproof/batches/:batchId/cancel               200   200     403    404      401    403
POST   /api/tinproof/batches/:batchId/retry                200   200     403    404      401    403
DELETE /api/tinproof/batches/:batchId                      204   204     403    404      401    403
GET    /api/tinproof/validations/:validationId             200   200     200    404      401    200
DELETE /api/tinproof/validations/:validationId             204   204     403    404      401    403
GET    /api/tinproof/monitors                              200   200     200    404      401    200
POST   /api/tinproof/monitors                              201   201     201    404      401    403
POST   /api/tinproof/monitors/import                       200   200     200    404      401    403
POST   /api/tinproof/monitors/import/csv                  200   200     200    404      401    403
POST   /api/tinproof/monitors/import/ndjson               200   200     200    404      401    403
GET    /api/tinproof/monitors/:monitorId                   200   200     200    404      401    200
PATCH  /api/tinproof/monitors/:monitorId                   200   200     403    404      401    403
DELETE /api/tinproof/monitors/:monitorId                   204   204     403    404      401    403
POST   /api/tinproof/monitors/:monitorId/check             202   202     403    404      401    403
GET    /api/tinproof/records                               200   200     200    404      401    200
GET    /api/tinproof/records/export                        200   200     200    404      401    200
GET    /api/tinproof/records/:recordId                     200   200     200    404      401    200
DELETE /api/tinproof/records/:recordId                     204   204     403    404      401    204
GET    /api/organization/audit                             200   403     403    404      401    200
GET    /api/organization/audit/export                      200   403     403    404      401    200
GET    /api/user/audit                                     200   200     200    200      401    200
GET    /api/admin/audit                                    403   403     403    403      401    403
POST   /api/paddle/demo-payment                            200   200     200    200      200    200
POST   /api/support/submit                                 201   201     201    404      401    201
GET    /api/support/requests                               200   200     200    200      401    200
GET    /api/support/requests/:reference                    200   404     404    404      401    404
POST   /api/support/requests/:reference/messages           201   404     404    404      401    404
PATCH  /api/support/requests/:reference                    200   404     404    404      401    404
PUT    /api/admin/organizations/:organizationId            403   403     403    403      401    403
GET    /api/admin/analytics/summary                        403   403     403    403      401    403
GET    /api/admin/analytics/overview                       403   403     403    403      401    403
GET    /api/admin/system                                   403   403     403    403      401    403
GET    /api/admin/analytics/users                          403   403     403    403      401    403
GET    /api/admin/analytics/users/:userId/activities       403   403     403    403      401    403
PATCH  /api/admin/users/:userId                            403   403     403    403      401    403
DELETE /api/admin/users/:userId/two-factor                 403   403     403    403      401    403
POST   /api/admin/registers/:register/trust                403   403     403    403      401    403
POST   /api/admin/convert-to-lead/:userId                  403   403     403    403      401    403
GET    /api/admin/support                                  403   403     403    403      401    403
GET    /api/admin/support/:reference                       403   403     403    403      401    403
POST   /api/admin/support/:reference/answers               403   403     403    403      401    403
PATCH  /api/admin/support/:reference                       403   403     403    403      401    403
`

export const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', ...statuses] = line.split(/\s+/)
    const expected = columns.map((who, column) => ({ who, status: Number(statuses[column]) }))
    return { route: `${method} ${path}`, method, path, expected }
  })

export type Row = (typeof rows)[number]
