package dev.varve.connect.metric;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the beans of one connector or task, and unregisters them when closed. A bean that cannot be registered is a warning:
 * metrics never stop data. Safe for use by several threads; guarded by {@code this}.
 */
public final class MetricBeans implements AutoCloseable {
    public static final String DOMAIN = "dev.varve";

    private static final Logger LOG = LoggerFactory.getLogger(MetricBeans.class);

    private final Optional<MBeanServer> server;
    private final Set<ObjectName> registered = new HashSet<>();

    public MetricBeans() {
        this(Optional.of(ManagementFactory.getPlatformMBeanServer()));
    }

    /** Registers nothing. */
    public static MetricBeans none() {
        return new MetricBeans(Optional.empty());
    }

    MetricBeans(Optional<MBeanServer> server) {
        this.server = server;
    }

    public void register(String connector, ConnectorMetrics metrics) {
        add("type=connector,connector=" + ObjectName.quote(connector), metrics);
    }

    public void register(String connector, int task, TaskMetrics metrics) {
        add("type=task," + task(connector, task), metrics);
    }

    public void register(String connector, int task, String table, TableMetrics metrics) {
        add(table(connector, task, table), metrics);
    }

    public void unregister(String connector, int task, String table) {
        remove(name(table(connector, task, table)));
    }

    @Override
    public synchronized void close() {
        Set.copyOf(registered).forEach(this::remove);
    }

    private static String task(String connector, int task) {
        return "connector=" + ObjectName.quote(connector) + ",task=" + task;
    }

    private static String table(String connector, int task, String table) {
        return "type=table," + task(connector, task) + ",table=" + ObjectName.quote(table);
    }

    private static ObjectName name(String keys) {
        try {
            return new ObjectName(DOMAIN + ":" + keys);
        } catch (JMException e) {
            throw new IllegalStateException("not a JMX name: " + keys, e);
        }
    }

    /** A task that was given up by its worker may still hold its names: the newer one takes them over. */
    private synchronized void add(String keys, Object bean) {
        if (server.isEmpty()) {
            return;
        }
        ObjectName name = name(keys);
        try {
            if (server.get().isRegistered(name)) {
                server.get().unregisterMBean(name);
            }
            server.get().registerMBean(bean, name);
            registered.add(name);
        } catch (InstanceAlreadyExistsException | InstanceNotFoundException e) {
            LOG.warn("metrics not registered name={}: another task changed it at the same moment", name, e);
        } catch (JMException e) {
            LOG.warn("metrics not registered name={}", name, e);
        }
    }

    private synchronized void remove(ObjectName name) {
        if (server.isEmpty() || !registered.remove(name)) {
            return;
        }
        try {
            server.get().unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("metrics were already unregistered name={}", name, e);
        } catch (JMException e) {
            LOG.warn("metrics not unregistered name={}", name, e);
        }
    }
}
