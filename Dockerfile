FROM node:20-bookworm-slim AS build
WORKDIR /lisa
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:20-bookworm-slim
WORKDIR /lisa
ENV NODE_ENV=production
COPY --from=build --chown=node:node /lisa/package.json ./
COPY --from=build --chown=node:node /lisa/node_modules ./node_modules
COPY --from=build --chown=node:node /lisa/migrations ./migrations
COPY --from=build --chown=node:node /lisa/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/index.js"]
