import { noticePage } from '../../http/html-page'

export const unavailablePage = (loginUrl: string) =>
  noticePage({
    heading: 'Sign-in is not available right now',
    text: 'The service that signs you in does not answer as it should. Nothing you wrote is lost. Please try again in a moment.',
    action: 'Try again',
    href: loginUrl,
  })

export const misconfiguredPage = (loginUrl: string) =>
  noticePage({
    heading: 'Sign-in is not set up correctly',
    text: 'The service that signs you in does not accept requests from this copy of Lisa. Whoever runs it can find the reason in its log. Nothing you wrote is lost.',
    action: 'Try again',
    href: loginUrl,
  })

export const expiredPage = (loginUrl: string) =>
  noticePage({
    heading: 'This sign-in has expired',
    text: 'It took too long, was already used, or was begun in another browser. Please start again.',
    action: 'Sign in again',
    href: loginUrl,
  })

export const emailTakenPage = (loginUrl: string) =>
  noticePage({
    heading: 'This email address belongs to another account',
    text: 'Lisa already knows this email address from another way of signing in. Please sign in the way you did the first time.',
    action: 'Sign in another way',
    href: loginUrl,
  })

export const notInvitedPage = (loginUrl: string) =>
  noticePage({
    heading: 'This Lisa does not take new accounts from everyone',
    text: 'There is no account for you here yet, and your email address is not among those that may open one. Please ask whoever runs this Lisa. If you have an account, sign in the way you did the first time.',
    action: 'Sign in another way',
    href: loginUrl,
  })

export const tooManyPage = (loginUrl: string) =>
  noticePage({
    heading: 'Too many sign-ins have failed',
    text: 'From your network many sign-ins have failed in a short time. Please wait a while and start again.',
    action: 'Sign in again',
    href: loginUrl,
  })

export const signOutPage = noticePage({
  heading: 'Sign out of Lisa?',
  text: 'What you typed and did not save yet is removed from this browser when you sign out.',
  action: 'Sign out',
  href: '/api/logout',
})
