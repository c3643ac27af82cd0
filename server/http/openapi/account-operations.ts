import { z } from 'zod'
import { addPasswordInput, loginInput } from '@shared/auth'
import { loginView, userView } from '@shared/views'
import { fault, json, type Operations, page, redirect, tooMany } from './operation'

const back = z.object({
  returnTo: z.string().optional().describe('The path within Lisa to come back to'),
  prompt: z.string().optional().describe('`login` lets somebody else sign in'),
})
const providerAnswer = z.object({
  state: z.string().optional(),
  code: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
})

export const signInOperations: Operations = {
  'GET /api/login': {
    summary: 'Sign in',
    description: 'For browsers: leads to the identity provider.',
    open: true,
    query: back,
    answers: {
      302: redirect('To the identity provider'),
      503: { ...page('The identity provider does not answer'), header: 'Retry-After' },
    },
  },
  'GET /api/callback': {
    summary: 'Come back from the identity provider',
    description: 'For browsers: a new session begins here, in the cookie `lisa.sid`.',
    open: true,
    query: providerAnswer,
    answers: {
      302: redirect('To the page where the sign-in was begun'),
      400: page('The sign-in has expired, was used already or was begun elsewhere'),
      409: page('The e-mail address belongs to another account'),
      503: { ...page('The identity provider does not answer'), header: 'Retry-After' },
    },
  },
  'GET /api/logout': {
    summary: 'Sign out',
    description: 'For browsers: ends the session here and at the identity provider.',
    open: true,
    answers: {
      200: page('Asks first, when another site has sent the browser here'),
      302: redirect('To the identity provider or the first page'),
    },
  },
}

const showUser = { summary: 'Who I am', answers: { 200: json('The user', userView) } }

export const accountOperations: Operations = {
  'GET /api/auth/user': showUser,
  'POST /api/auth/add-password': {
    summary: 'Set the password for the token API',
    description: 'Once: a password that is set stays.',
    body: addPasswordInput,
    answers: { 201: json('The user', userView), 409: fault('A password is already set') },
  },
}

export const tokenOperations: Operations = {
  'POST /api/auth/login': {
    summary: 'Get a token',
    description: 'With the e-mail address of the account and the password that was set for the API.',
    open: true,
    body: loginInput,
    answers: {
      200: json('A token for seven days', loginView),
      401: fault('Invalid email or password'),
      429: tooMany('10 tries per 15 minutes from one address and for one e-mail'),
    },
  },
  'GET /api/jwt/user': showUser,
}
