import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../app'
import { installPackages } from './packages'
import { bin } from './postgres'
import { type Program, startProgram, type temporaryFolder, until } from './programs'
import { startHaproxy } from './haproxy'

type Files = ReturnType<typeof temporaryFolder>

/** Starts three PostgreSQL servers under Patroni and etcd with synchronous replication, and HAProxy in front of the primary. */
export async function startCluster(files: Files) {
  installPackages('postgresql-15', 'patroni', 'python3-etcd', 'etcd-server')
  const [clientPort, peerPort] = [await freePort(), await freePort()]
  const local = (port: number) => `http://127.0.0.1:${port}`
  const etcd = startProgram('etcd', [
    `--data-dir=${files.make('etcd')}`,
    '--name=etcd',
    `--listen-client-urls=${local(clientPort)}`,
    `--advertise-client-urls=${local(clientPort)}`,
    `--listen-peer-urls=${local(peerPort)}`,
    `--initial-advertise-peer-urls=${local(peerPort)}`,
    `--initial-cluster=etcd=${local(peerPort)}`,
  ])
  await until('Starting etcd', async () => (await fetch(`${local(clientPort)}/health`)).ok)

  const members: { data: string; port: number; restPort: number; program: Program }[] = []
  for (const name of ['one', 'two', 'three']) {
    const [port, restPort] = [await freePort(), await freePort()]
    const file = path.join(files.folder, `${name}.yaml`)
    const data = path.join(files.make(name), 'data')
    writeFileSync(file, configuration({ name, port, restPort, etcdPort: clientPort, data }))
    members.push({ data, port, restPort, program: startProgram('patroni', [file]) })
    // The first member creates the cluster.
    if (members.length === 1) await until('Making the cluster', () => isPrimary(restPort))
  }
  for (const { restPort } of members)
    await until('Copying the database', async () => (await fetch(`${local(restPort)}/health`)).ok, 120_000)
  await until('A synchronous replica', async () =>
    (await (await fetch(`${local(members[0]?.restPort ?? 0)}/cluster`)).text()).includes('sync_standby'),
  )
  const balancer = await startHaproxy(files.folder, {
    mode: 'tcp',
    ports: members.map(({ port }) => port),
    check: '/primary',
    checkPorts: members.map(({ restPort }) => restPort),
  })
  return {
    url: (database = 'lisa') => `postgres://postgres:postgres@127.0.0.1:${balancer.port}/${database}`,
    /** Kills the primary and its Patroni, as a power failure of its machine would. */
    async killPrimary() {
      for (const { data, restPort, program } of members)
        if (await isPrimary(restPort).catch(() => false)) {
          await program.kill('SIGKILL')
          const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
          return void process.kill(Number(pid), 'SIGKILL')
        }
      throw new Error('There is no primary')
    },
    async stop() {
      await balancer.stop()
      for (const { program } of members) await program.kill()
      await etcd.kill()
    },
  }
}

const isPrimary = async (restPort: number) => (await fetch(`http://127.0.0.1:${restPort}/primary`)).ok

type Member = { name: string; port: number; restPort: number; etcdPort: number; data: string }

const configuration = ({ name, port, restPort, etcdPort, data }: Member) => `
scope: lisa
name: ${name}
restapi: { listen: 127.0.0.1:${restPort}, connect_address: 127.0.0.1:${restPort} }
etcd3: { host: 127.0.0.1:${etcdPort} }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql: { use_pg_rewind: true }
  initdb: [{ encoding: UTF8 }, data-checksums]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${bin}
  authentication:
    superuser: { username: postgres, password: postgres }
    replication: { username: replicator, password: replicator }
  parameters: { unix_socket_directories: '${path.dirname(data)}', max_connections: 60, shared_buffers: 32MB }
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 md5
    - host replication all 127.0.0.1/32 md5
`
