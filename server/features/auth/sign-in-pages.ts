import { noticePage } from '../../html/html-page'

export const unavailablePage = (loginUrl: string) =>
  noticePage({
    heading: 'Sign-in is not available right now',
    text: "The sign-in service isn't responding properly. Nothing you wrote is lost. Please try again in a moment.",
    action: 'Try again',
    href: loginUrl,
  })

export const misconfiguredPage = (loginUrl: string) =>
  noticePage({
    heading: 'Sign-in is not set up correctly',
    text: "The sign-in service doesn't accept requests from this copy of Lisa. Its administrator can find the reason in the server log. Nothing you wrote is lost.",
    action: 'Try again',
    href: loginUrl,
  })

export const expiredPage = (loginUrl: string) =>
  noticePage({
    heading: 'This sign-in has expired',
    text: 'It took too long, was already used, or was started in another browser. Please start again.',
    action: 'Sign in again',
    href: loginUrl,
  })

export const emailTakenPage = (loginUrl: string) =>
  noticePage({
    heading: 'This email address belongs to another account',
    text: 'This email address is already used with another way of signing in. Please sign in the way you did the first time.',
    action: 'Sign in another way',
    href: loginUrl,
  })

export const notInvitedPage = (loginUrl: string) =>
  noticePage({
    heading: 'New accounts are limited here',
    text: "You don't have an account here yet, and your email address can't be used to open one. Please ask the administrator of this copy of Lisa. If you already have an account, sign in the way you did the first time.",
    action: 'Sign in another way',
    href: loginUrl,
  })

export const tooManyPage = (loginUrl: string) =>
  noticePage({
    heading: 'Too many failed sign-ins',
    text: 'Many sign-ins from your network have failed in a short time. Please try again later.',
    action: 'Sign in again',
    href: loginUrl,
  })

export const tooWeakPage = (loginUrl: string) =>
  noticePage({
    heading: 'A stronger sign-in is needed',
    text: "This copy of Lisa asks for more than you signed in with, such as a second factor, and the sign-in service didn't say that you used it. Please sign in again, or ask the administrator of this copy of Lisa.",
    action: 'Sign in again',
    href: loginUrl,
  })

export const signOutPage = noticePage({
  heading: 'Sign out of Lisa?',
  text: 'Unsaved drafts are removed from this browser when you sign out.',
  action: 'Sign out',
  href: '/api/logout',
})
